-- The shop's answer to a review.
alter table reviews
  add column answer text,
  add column answered_by bigint,
  -- When the answer was first given: the shop may change it for a day.
  add column answered_at timestamptz;
alter table reviews add constraint reviews_answered_by_fkey foreign key (answered_by) references users (id) not valid;
alter table reviews validate constraint reviews_answered_by_fkey;
