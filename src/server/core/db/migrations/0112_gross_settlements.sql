-- Some acquirers transfer the whole sum of a day and take their fee by a line of its own, in this statement or a later one.
alter table provider_settlements add column is_gross boolean not null default false, add column fee_line_id bigint;
alter table provider_settlements add constraint provider_settlements_fee_line_id_fkey
  foreign key (fee_line_id) references bank_lines (id) not valid;
alter table provider_settlements validate constraint provider_settlements_fee_line_id_fkey;
