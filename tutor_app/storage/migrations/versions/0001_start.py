"""Courses, documents, learners, conversations, turns and the staff code."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
NOT_LIVE = sa.text("status NOT IN ('replaced', 'removed')")
RUNNING = sa.text("status = 'running'")


def upgrade() -> None:
    _materials()
    _conversations()
    op.create_table(
        "staff_code",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_staff_code"),
    )


def downgrade() -> None:
    for table in ("staff_code", "turns", "conversations", "learners", "documents", "courses"):
        op.drop_table(table)


def _materials() -> None:
    op.create_table(
        "courses",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("contact", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_courses"),
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.Column("chunks", sa.Integer, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("uploaded_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_documents_course_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint(
            "course_id", "name", "version", name="uq_documents_course_id_name_version"
        ),
    )
    op.create_index("ix_documents_status", "documents", ["status"])
    op.create_index(
        "uq_documents_live_bytes",
        "documents",
        ["course_id", "sha256", "kind"],
        unique=True,
        sqlite_where=NOT_LIVE,
        postgresql_where=NOT_LIVE,
    )


def _conversations() -> None:
    op.create_table(
        "learners",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learners"),
        sa.UniqueConstraint("token_sha256", name="uq_learners_token_sha256"),
    )
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_conversations"),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name="fk_conversations_learner_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_conversations_course_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_conversations_course_id", "conversations", ["course_id"])
    op.create_index(
        "ix_conversations_learner_id_course_id", "conversations", ["learner_id", "course_id"]
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("conversation_id", sa.String(32), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("lease_until", TIME, nullable=True),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("record", sa.JSON, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name="fk_turns_conversation_id",
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint(
            "conversation_id", "position", name="uq_turns_conversation_id_position"
        ),
    )
    op.create_index("ix_turns_status", "turns", ["status"])
    op.create_index(
        "uq_turns_running",
        "turns",
        ["conversation_id"],
        unique=True,
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
