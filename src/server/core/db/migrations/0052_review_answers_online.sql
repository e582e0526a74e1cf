-- online
drop index concurrently if exists reviews_answered_by;
create index concurrently reviews_answered_by on reviews (answered_by) where answered_by is not null;
