"""What a learner was given to practise, and what came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "recall",
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("item_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("passage_id", sa.String(32), nullable=False),
        sa.Column("term", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("offered_at", TIME, nullable=False),
        sa.Column("answered_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("learner_id", "course_id", "item_id", name="pk_recall"),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name="fk_recall_learner_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_recall_course_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("recall")
