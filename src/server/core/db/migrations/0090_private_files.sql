-- Who may read an upload: 'new' until a record takes it; 'public' once a record of the storefront or the panel shows it;
-- 'private' when it is sold or belongs to a message or a refund.
alter table attachments add column visibility text not null default 'new'
  check (visibility in ('new', 'public', 'private'));

create temporary table private_files on commit drop as
  select digital_file_id as id from products union
  select digital_file_id from variation_options union
  select digital_file_id from ordered_files union
  select (file ->> 'id')::bigint from messages, jsonb_array_elements(attachments) as file union
  select (file ->> 'id')::bigint from refunds, jsonb_array_elements(images) as file;
-- Pictures were public until now, and storefronts show them; documents never had a place to be shown.
update attachments set visibility = case
  when kind in ('jpeg', 'png') and id not in (select id from private_files where id is not null) then 'public'
  else 'private' end;

create index attachments_thumbnail_path on attachments (thumbnail_path) where thumbnail_path is not null;

-- Which files conversations hold.
create index messages_attachments on messages using gin (attachments jsonb_path_ops) where attachments <> '[]';

-- Signs links to files that are not public. One row, made when the first link is.
create table file_link_secret (
  only_one boolean primary key default true check (only_one),
  secret text not null
);
