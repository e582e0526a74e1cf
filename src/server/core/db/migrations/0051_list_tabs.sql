-- Tabs of users and questions count rare rows, which must not cost a scan of the whole table.
create index users_standing on users (id) where not is_active and deleted_at is null;
create index questions_unanswered on questions (shop_id, id) where answer is null and deleted_at is null;
