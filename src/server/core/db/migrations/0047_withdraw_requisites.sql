-- Where to pay, as it stood when the money was asked for: an account that is changed afterwards does not divert it.
alter table withdraws add column requisites jsonb;
