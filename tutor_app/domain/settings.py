"""One place for configuration: the environment and .env, read once at start."""

from __future__ import annotations

import hashlib
import os
from functools import cached_property
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import platformdirs
from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tutor_app.domain.errors import SettingsInvalid

# The kernel takes 107 bytes (103 on macOS); supervisor adds a process id while it makes one.
LONGEST_SOCKET_PATH = 90
NO_MODEL = "none"  # as MODEL: the course's words and what is computed answer


def socket_path(directory: Path, name: str) -> Path:
    """Where the unix socket of `directory` lies: in it, or under /tmp if that path is too long."""
    path = directory.absolute() / name
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    key = hashlib.sha256(os.fsencode(directory.absolute())).hexdigest()[:16]
    return Path("/tmp") / f"elenchus-{os.getuid()}-{key}" / name


class Settings(BaseSettings):
    """Everything that can be configured. Each field is the environment variable of its name."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    elenchus_home: Path = Field(
        default=Path(platformdirs.user_data_dir("elenchus")),
        description="where everything written lies: database, files, indexes, logs",
    )
    elenchus_cache: Path = Field(
        default=Path(platformdirs.user_cache_dir("elenchus")),
        description="where fetched model files lie, shared by every ELENCHUS_HOME",
    )
    port: int = Field(default=8501, ge=1, le=65535, description="port of the web page")

    model: str = Field(
        default=NO_MODEL,
        description="local model: `none`, `default` (1.5B), `small` (0.5B) or the path of a GGUF "
        "file",
    )
    model_base_url: str = Field(
        default="", description="an OpenAI-compatible endpoint to use in place of the local model"
    )
    model_api_key: SecretStr = Field(default=SecretStr(""), description="key of that endpoint")
    model_name: str = Field(default="", description="name of the model at that endpoint")
    model_timeout: float = Field(
        default=60.0, gt=0, description="seconds that a silent endpoint is waited for"
    )
    model_retries: int = Field(
        default=3, ge=0, description="further tries where an endpoint is busy or asks to wait"
    )
    model_thinking_tokens: int = Field(
        default=4000, ge=0, description="room for what a model thinks before its reply, in tokens"
    )
    model_price_in: float = Field(
        default=0.0, ge=0, description="price of a million tokens sent to the endpoint"
    )
    model_price_out: float = Field(
        default=0.0, ge=0, description="price of a million tokens that it sends"
    )
    model_turn_tokens: int = Field(
        default=0, ge=0, description="most tokens of one turn; 0 sets no limit"
    )
    model_day_tokens: int = Field(
        default=0, ge=0, description="most tokens a day of all courses; 0 sets no limit"
    )
    model_course_tokens: int = Field(
        default=0, ge=0, description="most tokens a day of one course; 0 sets no limit"
    )
    model_turn_price: float = Field(
        default=0.0, ge=0, description="most that one turn may cost; 0 sets no limit"
    )
    model_day_price: float = Field(
        default=0.0, ge=0, description="most that a day of all courses may cost; 0: no limit"
    )
    model_course_price: float = Field(
        default=0.0, ge=0, description="most that a day of one course may cost; 0: no limit"
    )
    model_exam: Literal["auto", "off"] = Field(
        default="auto",
        description="`auto`: an endpoint's model that sat no exam sits a quick one, beside",
    )
    model_duties: Literal["earned", "force", "force-follow-up"] = Field(
        default="earned",
        description="`force` gives the model its duties without an exam, `force-follow-up` only "
        "what asking a question takes: tests and benchmarks only",
    )
    model_threads: int = Field(
        default=0, ge=0, description="threads of the local model; 0 takes the physical cores"
    )

    embedding_model: str = Field(
        default="all-MiniLM-L6-v2",
        description="sentence-transformers model, or the name of one at EMBEDDING_BASE_URL",
    )
    embedding_base_url: str = Field(
        default="", description="an OpenAI-compatible embeddings endpoint"
    )
    embedding_api_key: SecretStr = Field(
        default=SecretStr(""), description="key of the embeddings endpoint"
    )
    reranker_model: str = Field(
        default="cross-encoder/ms-marco-MiniLM-L-6-v2",
        description="cross-encoder by name or path; empty switches reranking off",
    )
    retrieval_profile: str = Field(
        default="default",
        description="retrieval profile: `default`, `read`, `kite`, `rori`, `vector_gen`, "
        "`hier_gen` or `virtual_ta`",
    )

    source_choice: Literal[
        "all",
        "edison",
        "fc",
        "fc_categorize",
        "fc_forced",
        "fc_iterative",
        "fc_feedback",
        "fc_multihop",
    ] = Field(
        default="all",
        description="who chooses the sources of a question: `all` searches every one, `edison` "
        "goes by what the question shows, `fc` and its kind let the model call functions",
    )

    redis_url: str = Field(default="", description="a Redis server in place of the embedded one")
    database_url: str = Field(
        default="", description="a database in place of SQLite, as SQLAlchemy writes it"
    )
    allowed_hosts: str = Field(
        default="",
        description="further names the page may be opened under, separated by commas, as "
        "`tutor.school.edu`",
    )
    trusted_proxies: str = Field(
        default="",
        description="addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are "
        "believed, separated by commas",
    )
    cookie_secure: bool = Field(
        default=False, description="mark the learner's cookie Secure; set it behind HTTPS"
    )

    @model_validator(mode="after")
    def _endpoint_is_whole(self) -> Settings:
        if self.model_base_url and not self.model_name:
            raise ValueError("MODEL_BASE_URL is set, so MODEL_NAME must name a model there")
        return self

    @property
    def host_names(self) -> tuple[str, ...]:
        """The names of ALLOWED_HOSTS."""
        return tuple(name.strip().lower() for name in self.allowed_hosts.split(",") if name.strip())

    @property
    def has_model(self) -> bool:
        """Whether a model is set at all; without one the course and what is computed answer."""
        return bool(self.model_base_url) or self.model != NO_MODEL

    @property
    def uses_local_model(self) -> bool:
        return self.has_model and not self.model_base_url

    @cached_property
    def files_dir(self) -> Path:
        return self.elenchus_home / "files"

    @cached_property
    def redis_dir(self) -> Path:
        return self.elenchus_home / "redis"

    @cached_property
    def run_dir(self) -> Path:
        """Generated configuration, keys and sockets of a running instance."""
        return self.elenchus_home / "run"

    def course_dir(self, course_id: str) -> Path:
        return self.elenchus_home / "courses" / course_id

    @property
    def redis_address(self) -> str:
        """URL of the Redis in force: the configured one, else the embedded one's socket."""
        return self.redis_url or f"unix://{quote(str(self.redis_socket))}"

    @property
    def redis_socket(self) -> Path:
        """Unix socket of the embedded Redis."""
        return socket_path(self.redis_dir, "redis.sock")

    @property
    def database_address(self) -> str:
        return self.database_url or f"sqlite:///{self.elenchus_home / 'db.sqlite'}"


def load_settings() -> Settings:
    """Read the configuration.

    Raises:
        SettingsInvalid: naming every problem found, not only the first.
    """
    try:
        return Settings()
    except ValidationError as exc:
        lines = [
            f"  {'.'.join(map(str, error['loc'])).upper() or 'settings'}: {error['msg']}"
            for error in exc.errors()
        ]
        raise SettingsInvalid(
            "The configuration cannot be used:\n"
            + "\n".join(lines)
            + "\nNothing was started. Mend the environment or .env and run the command again."
        ) from exc
