-- Looks of the platform's team through the eyes of a vendor. What was read stands in the audit log.
create table vendor_views (
  id bigint generated always as identity primary key,
  acting_user_id bigint not null references users (id),
  seen_user_id bigint not null references users (id),
  -- The shops whose panel it was, as they were then.
  shop_ids bigint[] not null,
  reason text not null,
  started_at timestamptz not null,
  -- Each endpoint and record that was read, once: `GET orders/:key 17`.
  opened text[] not null default '{}',
  constraint vendor_views_other_check check (acting_user_id <> seen_user_id)
);
create index vendor_views_acting_user_id on vendor_views (acting_user_id);
create index vendor_views_seen_user_id on vendor_views (seen_user_id);
create index vendor_views_shop_ids on vendor_views using gin (shop_ids);

-- The session of a view ends with the session in which it was begun.
alter table sessions add column view_id bigint;
alter table sessions add column parent_session_id bigint;
alter table sessions add constraint sessions_view_id_fkey foreign key (view_id)
  references vendor_views (id) not valid;
alter table sessions validate constraint sessions_view_id_fkey;
alter table sessions add constraint sessions_parent_session_id_fkey foreign key (parent_session_id)
  references sessions (id) on delete cascade not valid;
alter table sessions validate constraint sessions_parent_session_id_fkey;
alter table sessions add constraint sessions_view_check
  check ((view_id is null) = (parent_session_id is null)) not valid;
alter table sessions validate constraint sessions_view_check;

-- Seeing as a vendor is a level of its own; the ready role of the support has it.
update roles set areas = areas || '{"customers": "decide"}' where key = 'support';
