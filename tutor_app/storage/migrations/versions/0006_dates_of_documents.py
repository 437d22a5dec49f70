"""When a document opens to students, and when what it sets is due."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("opens_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("documents", sa.Column("due_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("documents", "due_at")
    op.drop_column("documents", "opens_at")
