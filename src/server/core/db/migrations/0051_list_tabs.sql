-- online
-- Tabs of users and questions count rare rows, which must not cost a scan of the whole table.
drop index concurrently if exists users_standing;
create index concurrently users_standing on users (id) where not is_active and deleted_at is null;
drop index concurrently if exists questions_unanswered;
create index concurrently questions_unanswered on questions (shop_id, id) where answer is null and deleted_at is null;
