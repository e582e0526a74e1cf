alter table users
  -- What a removed member of staff had, {shop_id, scopes}: removing them can be taken back.
  add column former_staff jsonb,
  -- When a person was last asked by letter to come and choose a password; taken up once the address is confirmed.
  add column invited_at timestamptz;
