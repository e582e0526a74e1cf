-- Marking codes of sold pieces («Честный знак»), one for each piece of a line that needs them (rules/receipts).
create table order_marks (
  id bigint generated always as identity primary key,
  order_line_id bigint not null references order_lines (id),
  -- As it was read, with the separators of its groups.
  code text not null,
  -- 01, GTIN, 21 and serial: what tells pieces apart.
  identity text not null,
  scanned_by bigint references users (id),
  scanned_at timestamptz not null,
  -- Which refund takes the piece back; from `returned_at` on it may be sold again.
  refund_id bigint references refunds (id),
  returned_at timestamptz check (returned_at is null or refund_id is not null)
);
-- A piece is sold once until it comes back.
create unique index order_marks_sold on order_marks (identity) where returned_at is null;
create index order_marks_line on order_marks (order_line_id, id);
create index order_marks_refund on order_marks (refund_id) where refund_id is not null;
create index order_marks_scanned_by on order_marks (scanned_by) where scanned_by is not null;
