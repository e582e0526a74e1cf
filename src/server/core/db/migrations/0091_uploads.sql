alter table attachments
  -- Of whom uploaded it as a shop's owner or staff; counts towards the shop's quota.
  add column shop_id bigint references shops (id) on delete set null,
  -- Since when no record has used the file; null while one does. The clean-up job keeps it up to date.
  add column unused_since timestamptz;
update attachments a set shop_id = coalesce(u.shop_id, (select min(s.id) from shops s where s.owner_id = u.id))
from users u where u.id = a.user_id;
create index attachments_user_size on attachments (user_id) include (size);
create index attachments_shop_size on attachments (shop_id) include (size) where shop_id is not null;
create index attachments_unused_since on attachments (unused_since) where unused_since is not null;

-- Files of the storage that belong to no row: written before their row is, or left behind by a row that is gone. The
-- clean-up job removes them once they are due.
create table stray_files (
  path text primary key,
  due_at timestamptz not null
);
create index stray_files_due_at on stray_files (due_at);
