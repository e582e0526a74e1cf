-- Days on which a registry says that nothing was paid: that is an answer, and not a registry that is missing.
alter table reconciliation_files add column empty_days date[] not null default '{}';
