-- The shop's answer to a review.
alter table reviews
  add column answer text,
  add column answered_by bigint references users (id),
  -- When the answer was first given: the shop may change it for a day.
  add column answered_at timestamptz;
create index reviews_answered_by on reviews (answered_by) where answered_by is not null;
