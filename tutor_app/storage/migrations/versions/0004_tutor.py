"""The help that a student chose themselves; what students think of answers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("turns", sa.Column("wanted", sa.String(12), nullable=True))
    op.create_table(
        "feedback",
        sa.Column("turn_id", sa.String(32), nullable=False),
        sa.Column("good", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="pk_feedback"),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name="fk_feedback_turn_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("feedback")
    op.drop_column("turns", "wanted")
