"""What staff did about messages of the inbox, who only previews, and problems for a class."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "learners", sa.Column("is_staff", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "inbox_marks",
        sa.Column("turn_id", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="pk_inbox_marks"),
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name="fk_inbox_marks_turn_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "problem_sets",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("problems", sa.JSON, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_problem_sets"),
    )


def downgrade() -> None:
    op.drop_table("problem_sets")
    op.drop_table("inbox_marks")
    op.drop_column("learners", "is_staff")
