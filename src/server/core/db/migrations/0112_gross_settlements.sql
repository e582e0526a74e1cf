-- Some acquirers transfer the whole sum of a day and take their fee by a line of its own, in this statement or a later one.
alter table provider_settlements
  add column is_gross boolean not null default false,
  add column fee_line_id bigint references bank_lines (id);
create index provider_settlements_fee_line on provider_settlements (fee_line_id) where fee_line_id is not null;
create index provider_settlements_fee_open on provider_settlements (provider, day) where is_gross and fee_line_id is null;
