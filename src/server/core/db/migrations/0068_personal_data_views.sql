-- Who looked at contacts of customers: what was shown, opened or taken out, and of whom.
create table personal_data_views (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint not null references users (id),
  ip text not null,
  kind text not null check (kind in ('reveal', 'open', 'export')),
  -- The record, or the list that was taken out.
  family text not null,
  row_id bigint,
  -- The customer with an account whom it concerns.
  subject_id bigint references users (id) on delete cascade,
  -- The field that was shown.
  field text,
  reason text,
  check ((kind = 'export') = (row_id is null))
);
create index personal_data_views_subject on personal_data_views (subject_id, id desc) where subject_id is not null;
create index personal_data_views_exports on personal_data_views (family, id desc) where kind = 'export';
create index personal_data_views_user on personal_data_views (user_id, id desc);
create index personal_data_views_at on personal_data_views (at);

-- The auditor reads decisions, money and the journal; of the people only what is masked.
update roles set areas = areas - 'customers', version = version + 1, updated_at = now() where key = 'auditor';
