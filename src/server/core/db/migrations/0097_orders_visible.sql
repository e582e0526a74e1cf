-- What a customer ordered before is summed from an index alone; that reads the table, too, for pages that changed since the
-- last vacuum, which by default waits for a fifth of the table.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
