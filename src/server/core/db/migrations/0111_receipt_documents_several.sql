-- From here on an entry has several: the indexes by place took over.
alter table receipts drop constraint receipts_entry_id_key, drop constraint receipts_paid_entry_id_key;
