-- Uploads that browsers send straight to the storage. A row is claimed when the browser says that all has arrived, and gone
-- when the file is an attachment; what nobody finished is abandoned by the job of unused files. The person may be gone by then.
create table direct_uploads (
  id uuid primary key,
  user_id bigint references users (id) on delete set null,
  file_name text not null,
  size bigint not null check (size > 0),
  -- The storage's own name of an upload in parts.
  upload_ref text,
  claimed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index direct_uploads_user_id on direct_uploads (user_id);
create index direct_uploads_expires_at on direct_uploads (expires_at);
