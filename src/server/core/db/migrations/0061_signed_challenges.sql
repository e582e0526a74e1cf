-- What a browser is asked to sign by a passkey, once and for a few minutes.
create table passkey_challenges (
  -- SHA-256 of purpose, person and challenge, hex.
  hash text primary key,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
