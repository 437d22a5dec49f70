"""When a learner is asked again what was asked in a round of practice."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recall_cards",
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("item_id", sa.String(120), nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("learner_id", "course_id", "item_id", name="pk_recall_cards"),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name="fk_recall_cards_learner_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_recall_cards_course_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("recall_cards")
