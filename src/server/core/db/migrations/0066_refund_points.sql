-- Points that came to the wallet: of what points had paid, and of money that went back as points.
alter table refunds
  add column wallet_points numeric(18, 2) not null default 0 constraint refunds_wallet_points_check check (wallet_points >= 0),
  add column credited_points numeric(18, 2) not null default 0
    constraint refunds_credited_points_check check (credited_points >= 0);
