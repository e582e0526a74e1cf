-- Rows that were approved together are put back together: `before` says which, at which versions.
alter table approval_undos alter column row_id drop not null;
alter table approval_undos alter column version drop not null;
