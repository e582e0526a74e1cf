-- Whether a report's file has contacts in the open: it is closed to a reader who loses the right to see them.
alter table report_files add column shows_contacts boolean not null default true;
