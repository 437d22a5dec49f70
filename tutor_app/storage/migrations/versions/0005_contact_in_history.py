"""Who to ask, as it was set together with a version of a course's settings."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("course_settings", sa.Column("contact", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("course_settings", "contact")
