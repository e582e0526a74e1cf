-- online
-- Which accounts a sender has sent from, and lines of one sender.
drop index concurrently if exists bank_lines_party_inn;
create index concurrently bank_lines_party_inn on bank_lines (party_inn, party_account) where is_posted and party_inn is not null;
drop index concurrently if exists bank_lines_party_account;
create index concurrently bank_lines_party_account on bank_lines (party_account) where is_posted and party_account is not null;
drop index concurrently if exists bank_lines_unknown;
create index concurrently bank_lines_unknown on bank_lines (party) where is_posted and match = 'unknown';
