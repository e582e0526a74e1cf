alter table tags add type_id bigint references groups (id);

create index tags_type_id on tags (type_id) where deleted_at is null;
