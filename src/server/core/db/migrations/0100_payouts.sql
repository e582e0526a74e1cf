-- Where the money of an approved withdrawal is. `confirmed`: the bank's statement does not have it yet; `debited`: it left the
-- bank; `returned`: the shop has it on its balance again. Null while the request is not approved.
alter table withdraws add column payout_state text;
-- The line of the bank that it left with, and the one that it came back with; null where a person's word stands for it.
alter table withdraws add column bank_line_id bigint;
alter table withdraws add column return_line_id bigint;
alter table withdraw_moves add column payout_state text;

-- The former releases debited the bank with the approval: their payouts have left it, and balances stay as they are.
update withdraws set payout_state = 'debited' where status = 'approved' and payout_state is null;
update withdraws w set bank_line_id = l.id from bank_lines l
  where l.withdraw_id = w.id and l.match = 'payout' and l.is_posted and w.bank_line_id is null;

alter table withdraws add constraint withdraws_payout_state_check
  check (payout_state in ('confirmed', 'debited', 'returned')) not valid;
alter table withdraws validate constraint withdraws_payout_state_check;
alter table withdraws add constraint withdraws_bank_line_id_fkey foreign key (bank_line_id) references bank_lines (id)
  not valid;
alter table withdraws validate constraint withdraws_bank_line_id_fkey;
alter table withdraws add constraint withdraws_return_line_id_fkey foreign key (return_line_id) references bank_lines (id)
  not valid;
alter table withdraws validate constraint withdraws_return_line_id_fkey;

-- A trigger, because a process of the former release approves without a state, and debits the bank at once.
create function withdraws_payout_state() returns trigger language plpgsql as $$
begin
  if new.status <> 'approved' then
    new.payout_state := null;
  elsif new.payout_state is null then
    new.payout_state := 'debited';
  end if;
  return new;
end $$;
create trigger withdraws_payout_state before insert or update on withdraws
  for each row execute function withdraws_payout_state();

-- `payout-returned`: a payout came back to its shop. Added to the kinds that there are.
do $$
declare kinds text;
begin
  select string_agg(quote_literal(kind[1]), ', ') into kinds
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z-]+)''', 'g') as kind
    where c.conname = 'ledger_entries_kind_check' and c.conrelid = 'ledger_entries'::regclass;
  alter table ledger_entries drop constraint ledger_entries_kind_check;
  execute 'alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (' || kinds ||
    ', ''payout-returned'')) not valid';
end $$;
alter table ledger_entries validate constraint ledger_entries_kind_check;

-- Differences of payouts: one that no statement shows, one whose statements are missing, books that do not add up for a shop;
-- and an outgoing line of the bank that nobody has explained.
alter table reconciliation_differences drop constraint reconciliation_differences_kind_check;
alter table reconciliation_differences add constraint reconciliation_differences_kind_check check (kind in
  ('missing_here', 'missing_there', 'different', 'fee_differs', 'bank_differs', 'payout_returned',
    'payout_not_left', 'payout_late', 'payout_books', 'outgoing_unknown')) not valid;
alter table reconciliation_differences validate constraint reconciliation_differences_kind_check;
alter table reconciliation_differences drop constraint reconciliation_differences_subject_check;
alter table reconciliation_differences add constraint reconciliation_differences_subject_check check (subject in
  ('payment', 'refund', 'bank_line', 'payout')) not valid;
alter table reconciliation_differences validate constraint reconciliation_differences_subject_check;
