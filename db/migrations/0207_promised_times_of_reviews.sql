-- Until when the shop has promised to decide on a review, and to answer a question; null: written before it promised.
alter table reviews add due_at timestamptz;
alter table product_questions add due_at timestamptz;
