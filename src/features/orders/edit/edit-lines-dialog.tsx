import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import type { DialogProps } from '@/contract/dialogs';
import { shownNumber } from '@/contract/orders/number';
import { endedStatuses } from '@/contract/orders/status';
import type { TillGood } from '@/contract/orders/till';
import type { OrderDetails } from '@/contract/orders/wire';
import { useMoney } from '@/state/use-money';
import { AddGoods } from './add-goods';
import { EditOutcome } from './edit-outcome';
import { type EditBody, useOrderEdit } from './use-order-edit';

/** Changes quantities of an order and adds goods; zero removes a line. The server recalculates the sums. */
export function EditLinesDialog({ data: { order }, onClose }: DialogProps<'EDIT_ORDER_LINES'>) {
  const { t } = useTranslation(['orders', 'form']);
  const goods = useGoods(order);
  const edit = useOrderEdit(order, goods.body, onClose);
  const change = (key: string, text: string) => {
    goods.setPieces(key, text);
    edit.reset();
  };
  const row = (line: Line) => (
    <LineQuantity
      key={line.key}
      line={line}
      value={goods.pieces.get(line.key) ?? ''}
      onChange={(text) => change(line.key, text)}
    />
  );
  return (
    <AskForm
      isWide
      title={t('orders:orders.dialogs.lines-title', { number: shownNumber(order) })}
      text={t('orders:orders.dialogs.lines-text')}
      confirmLabel={t(
        edit.consent === 'asks' ? 'orders:orders.edit.ask' : 'orders:orders.dialogs.lines-confirm',
      )}
      isLoading={edit.isSaving}
      isDisabled={!edit.preview}
      onConfirm={edit.submit}
      onClose={onClose}
    >
      <ul className="divide-y divide-line-faint">{goods.lines.map(row)}</ul>
      <AddGoods
        shops={shopsOf(order)}
        onAdd={(good) => {
          goods.add(good);
          edit.reset();
        }}
      />
      <EditOutcome edit={edit} />
    </AskForm>
  );
}

/** Shops of the order that still send something. */
function shopsOf(order: OrderDetails) {
  const parts = order.children.length > 0 ? order.children : [order];
  return parts.flatMap(({ shop, order_status }) =>
    shop && !endedStatuses.includes(order_status) ? [{ name: shop.name, slug: shop.slug ?? '' }] : [],
  );
}

interface Line {
  key: string;
  name: string;
  variation: string | null;
  price: number;
}

const keyOfGood = ({ product_id, variation_option_id }: TillGood) =>
  `${product_id}/${variation_option_id ?? ''}`;

function useGoods(order: OrderDetails) {
  const [added, setAdded] = useState<TillGood[]>([]);
  const [pieces, setPieces] = useState<ReadonlyMap<string, string>>(
    () => new Map(order.products.map((line) => [String(line.id), String(line.order_quantity)])),
  );
  const lines: Line[] = [
    ...order.products.map(({ id, name, variation, unit_price }) => ({
      key: String(id),
      name,
      variation,
      price: unit_price,
    })),
    ...added.map((good) => ({
      key: keyOfGood(good),
      name: good.name,
      variation: good.variation,
      price: good.price,
    })),
  ];
  const set = (key: string, text: string) => setPieces((now) => new Map(now).set(key, text));
  return {
    lines,
    pieces,
    setPieces: set,
    body: bodyOf(order, added, pieces),
    add: (good: TillGood) => {
      const key = keyOfGood(good);
      const before = Number(pieces.get(key) ?? 0);
      if (!added.some((one) => keyOfGood(one) === key)) setAdded([...added, good]);
      set(key, String(Math.min((Number.isFinite(before) ? before : 0) + 1, good.left)));
    },
  };
}

/** Undefined when nothing changes or a quantity is wrong. */
function bodyOf(
  order: OrderDetails,
  added: readonly TillGood[],
  pieces: ReadonlyMap<string, string>,
): EditBody | undefined {
  if ([...pieces.values()].some((text) => !isQuantity(text))) return undefined;
  const lines = order.products.flatMap(({ id, order_quantity }) => {
    const quantity = Number(pieces.get(String(id)));
    return quantity === order_quantity ? [] : [{ id, quantity }];
  });
  const goods = added.flatMap((good) => {
    const order_quantity = Number(pieces.get(keyOfGood(good)));
    const { product_id, variation_option_id } = good;
    return order_quantity === 0 ? [] : [{ product_id, variation_option_id, order_quantity }];
  });
  if (lines.length === 0 && goods.length === 0) return undefined;
  return { lines, added: goods, version: order.version };
}

/** Limit of the API. */
const maxPieces = 100_000;

const isQuantity = (text: string | undefined) =>
  text !== undefined && /^\d{1,6}$/.test(text) && Number(text) <= maxPieces;

interface LineQuantityProps {
  line: Line;
  value: string;
  onChange: (text: string) => void;
}

function LineQuantity({ line, value, onChange }: LineQuantityProps) {
  const { t } = useTranslation(['orders', 'form']);
  const money = useMoney();
  const { key, name, variation, price } = line;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 first:pt-0">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium break-words" dir="auto">
          {name}
        </span>
        <span className="text-small text-ink-second">
          {[variation, money(price)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="w-28">
        <Field
          as={NumberInput}
          id={`pieces-${key}`}
          label={t('orders:orders.details.quantity')}
          error={isQuantity(value) ? undefined : t('form:error-whole-number')}
          inputMode="numeric"
          value={value}
          onChange={({ target }) => onChange(target.value.trim())}
        />
      </span>
    </li>
  );
}
