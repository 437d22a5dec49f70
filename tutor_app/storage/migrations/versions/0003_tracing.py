"""Course settings with their history, and what happened on hint ladders."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "course_settings",
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("course_id", "version", name="pk_course_settings"),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_course_settings_course_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "ladder_events",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("course_id", sa.String(80), nullable=False),
        sa.Column("problem_key", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("cause", sa.String(10), nullable=False),
        sa.Column("place", sa.Integer, nullable=True),
        sa.Column("turn_id", sa.String(32), nullable=True),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ladder_events"),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name="fk_ladder_events_learner_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name="fk_ladder_events_course_id", ondelete="CASCADE"
        ),
        # The ladder outlives the conversation that it was climbed in.
        sa.ForeignKeyConstraint(
            ["turn_id"], ["turns.id"], name="fk_ladder_events_turn_id", ondelete="SET NULL"
        ),
    )
    op.create_index(
        "ix_ladder_events_learner_id_course_id_problem_key",
        "ladder_events",
        ["learner_id", "course_id", "problem_key"],
    )


def downgrade() -> None:
    op.drop_table("ladder_events")
    op.drop_table("course_settings")
