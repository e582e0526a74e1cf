-- Where the log of the server stood after the last write of this session: a replica that has not come so far would hide it.
alter table sessions add column written_lsn pg_lsn;
