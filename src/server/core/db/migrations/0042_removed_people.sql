-- A removed person's address is given free for another account, and comes back when they are restored (reference rules R-011).
alter table users add column removed_email text;
