-- Reconciliation of payments: registries of providers, statements of the bank, what differs, and the nights.

-- `provider-fee`: what a provider keeps, `settlement`: what it transferred to the bank, `suspense`: money of the bank or
-- of a provider that nobody has explained. Added to the kinds that there are.
do $$
declare kinds text;
begin
  select string_agg(quote_literal(kind[1]), ', ') into kinds
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z-]+)''', 'g') as kind
    where c.conname = 'ledger_entries_kind_check' and c.conrelid = 'ledger_entries'::regclass;
  alter table ledger_entries drop constraint ledger_entries_kind_check;
  execute 'alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (' || kinds ||
    ', ''provider-fee'', ''settlement'', ''suspense'')) not valid';
end $$;
alter table ledger_entries validate constraint ledger_entries_kind_check;

-- A registry of a provider or a statement of the bank, as it was uploaded. `waiting`: read and shown to whoever uploaded
-- it, nothing is posted; `quarantined`: it contradicts itself and is never posted.
create table reconciliation_files (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('registry', 'statement')),
  provider text check ((provider is not null) = (kind = 'registry')),
  file_name text not null,
  sha256 text not null,
  state text not null check (state in ('waiting', 'quarantined', 'posted')),
  -- Why it is in quarantine, at which line, and what was expected and found there.
  problem text check ((problem is not null) = (state = 'quarantined')),
  problem_line integer,
  problem_expected text,
  problem_found text,
  first_day date,
  last_day date,
  lines integer not null default 0,
  uploaded_by bigint not null references users (id),
  created_at timestamptz not null,
  posted_by bigint references users (id),
  posted_at timestamptz check ((posted_at is not null) = (state = 'posted'))
);
create unique index reconciliation_files_content on reconciliation_files (sha256, uploaded_by, coalesce(provider, ''));
create index reconciliation_files_uploaded_by on reconciliation_files (uploaded_by);
create index reconciliation_files_posted_by on reconciliation_files (posted_by) where posted_by is not null;

create table provider_registry_lines (
  id bigint generated always as identity primary key,
  file_id bigint not null references reconciliation_files (id) on delete cascade,
  line integer not null,
  provider text not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- The provider's id of the payment or refund.
  object_id text not null,
  -- The payment that a refund belongs to.
  payment_id text,
  amount numeric(18, 2) not null check (amount > 0),
  fee numeric(18, 2) not null check (fee >= 0),
  fee_vat numeric(18, 2) not null check (fee_vat >= 0),
  day date not null,
  is_posted boolean not null default false
);
create unique index provider_registry_lines_object on provider_registry_lines (provider, kind, object_id) where is_posted;
create index provider_registry_lines_file on provider_registry_lines (file_id, line);
create index provider_registry_lines_day on provider_registry_lines (provider, day) where is_posted;

-- What a posted registry says that the provider owes for a day: one sum that the bank receives.
create table provider_settlements (
  id bigint generated always as identity primary key,
  file_id bigint not null references reconciliation_files (id),
  provider text not null,
  day date not null,
  payments numeric(18, 2) not null,
  refunds numeric(18, 2) not null,
  fee numeric(18, 2) not null,
  fee_vat numeric(18, 2) not null,
  net numeric(18, 2) not null check (net = payments - refunds - fee - fee_vat),
  -- The line of the bank that it arrived with.
  bank_line_id bigint,
  unique (file_id, day)
);
create index provider_settlements_open on provider_settlements (provider, day) where bank_line_id is null;
create index provider_settlements_bank_line on provider_settlements (bank_line_id) where bank_line_id is not null;

-- An account within a file.
create table bank_statements (
  id bigint generated always as identity primary key,
  file_id bigint not null references reconciliation_files (id) on delete cascade,
  account text not null,
  first_day date not null,
  last_day date not null,
  opening numeric(18, 2) not null,
  income numeric(18, 2) not null,
  outgo numeric(18, 2) not null,
  closing numeric(18, 2) not null,
  unique (file_id, account)
);

create table bank_lines (
  id bigint generated always as identity primary key,
  file_id bigint not null references reconciliation_files (id) on delete cascade,
  line integer not null,
  account text not null,
  -- Hash of what tells a line from others, and its place among equal ones of a file: a line is posted once.
  line_key text not null,
  ordinal integer not null,
  direction text not null check (direction in ('in', 'out')),
  day date not null,
  number text not null,
  amount numeric(18, 2) not null check (amount > 0),
  party text not null,
  party_inn text,
  party_bic text,
  party_account text,
  purpose text not null,
  is_posted boolean not null default false,
  -- What it was found to be. `payout_returned` and `acquirer` wait for a person.
  match text check (match in ('settlement', 'payout', 'payout_returned', 'transfer', 'buyer', 'acquirer', 'unknown')),
  withdraw_id bigint references withdraws (id),
  order_id bigint references orders (id),
  -- The entry that it was posted with; none for payouts and transfers, which are in the books.
  entry_id bigint references ledger_entries (id)
);
create unique index bank_lines_key on bank_lines (account, line_key, ordinal) where is_posted;
create index bank_lines_file on bank_lines (file_id, line);
create index bank_lines_day on bank_lines (day desc, id desc) where is_posted;
create unique index bank_lines_withdraw on bank_lines (withdraw_id) where match = 'payout' and is_posted;
create index bank_lines_withdraw_id on bank_lines (withdraw_id) where withdraw_id is not null;
create index bank_lines_order_id on bank_lines (order_id) where order_id is not null;
create index bank_lines_entry_id on bank_lines (entry_id) where entry_id is not null;
alter table provider_settlements
  add constraint provider_settlements_bank_line_fkey foreign key (bank_line_id) references bank_lines (id);

-- A provider and a day, compared. The latest comparison replaces the one before.
create table reconciliation_runs (
  id bigint generated always as identity primary key,
  provider text not null,
  day date not null,
  -- What our payments were compared with; null when there was nothing to compare with.
  source text check (source in ('list', 'registry')),
  matched integer not null,
  differences integer not null,
  is_ok boolean not null,
  -- Why nothing could be compared.
  failure text,
  at timestamptz not null,
  -- When people of finance were told.
  told_at timestamptz,
  unique (provider, day)
);

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('missing_here', 'missing_there', 'different', 'fee_differs', 'bank_differs', 'payout_returned')),
  provider text,
  subject text not null check (subject in ('payment', 'refund', 'bank_line')),
  -- The provider's id, or that of the line.
  object_id text not null,
  day date not null,
  -- Null for what is missing.
  ours numeric(18, 2),
  theirs numeric(18, 2),
  order_id bigint references orders (id),
  bank_line_id bigint references bank_lines (id),
  found_at timestamptz not null,
  owner_id bigint references users (id),
  state text not null default 'open' check (state in ('open', 'repaired', 'explained')),
  reason text,
  entry_id bigint references ledger_entries (id),
  -- Null for one that later data resolved by itself.
  decided_by bigint references users (id),
  decided_at timestamptz check ((decided_at is not null) = (state <> 'open')),
  version integer not null default 1,
  updated_at timestamptz not null
);
create unique index reconciliation_differences_open
  on reconciliation_differences (coalesce(provider, ''), subject, object_id, kind) where state = 'open';
create index reconciliation_differences_state on reconciliation_differences (state, id desc);
create index reconciliation_differences_object on reconciliation_differences (subject, object_id);
create index reconciliation_differences_day on reconciliation_differences (provider, day) where state = 'open';
create index reconciliation_differences_order on reconciliation_differences (order_id) where order_id is not null;
create index reconciliation_differences_line on reconciliation_differences (bank_line_id) where bank_line_id is not null;
create index reconciliation_differences_owner on reconciliation_differences (owner_id) where owner_id is not null;
create index reconciliation_differences_decided on reconciliation_differences (decided_by) where decided_by is not null;
create index reconciliation_differences_entry on reconciliation_differences (entry_id) where entry_id is not null;
