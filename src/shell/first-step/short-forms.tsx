import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { AddressFind } from '@/components/domain/address-search';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Loader } from '@/components/ui/loader';
import type { DialogProps } from '@/contract/dialogs';
import { shops } from '@/contract/shops';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop } from '@/contract/shops/schema';
import { usePlace } from '@/features/shops/form/address-card';
import { ConflictText } from '@/features/shops/form/conflict-text';
import { PhoneField } from '@/features/shops/form/contacts-card';
import { ScheduleField } from '@/features/shops/form/schedule-field';
import { ShopField } from '@/features/shops/form/shop-field';
import { useOwnSettings } from '@/features/shops/form/use-own-settings';
import { useShopForm } from '@/features/shops/form/use-shop-form';
import { api } from '@/lib/api/client';
import { useMe } from '@/lib/session/me';
import { ShortFrame, useStepDone } from './short-frame';
import { ShortProduct } from './short-product';
import { ShortRequisites } from './short-requisites';

/** The short form of a step (rules/insights: a step is a short form over the record of the long one). */
export function ShortForm({ data: { step, shop }, onClose }: DialogProps<'FIRST_STEP'>) {
  const { data: me } = useMe();
  // The key of the draft needs the user.
  if (!me) return <Loader />;
  if (!shop) return <NewShop onClose={onClose} />;
  if (step === 'products') return <ShortProduct shop={shop} onClose={onClose} userId={me.id} />;
  return <StoredShop step={step} onClose={onClose} slug={shop.slug} />;
}

function NewShop({ onClose }: { onClose: () => void }) {
  const settings = useOwnSettings();
  if (settings.isLoading) return <Loader />;
  return <ShopStep onClose={onClose} step="shop" company={settings.data?.company} />;
}

function StoredShop({ slug, ...rest }: { step: ShopStepName; slug: string; onClose: () => void }) {
  const shop = useQuery({
    queryKey: [shops.name, 'one', slug, 'form'],
    queryFn: () => api.one(shops.endpoint, slug),
    // An old copy would only end in a conflict.
    refetchOnMount: 'always',
  });
  return <QueryBoundary query={shop}>{(found) => <ShopStep {...rest} shop={found} />}</QueryBoundary>;
}

type ShopStepName = keyof typeof parts;

/** Fields of a step, their paths, and their section of the long form. */
const parts = {
  shop: { Fields: MainFields, fields: ['name', 'address', 'settings.contact'], section: 'main' },
  requisites: { Fields: ShortRequisites, fields: ['requisites'], section: 'requisites' },
  pictures: { Fields: PictureFields, fields: ['logo', 'cover_image'], section: 'pictures' },
  delivery: {
    Fields: DeliveryFields,
    fields: [
      'settings.schedule',
      'settings.handling_days',
      'settings.assembly_hours',
      'settings.delivery_note',
    ],
    section: 'schedule',
  },
};

interface ShopStepProps {
  step: ShopStepName;
  /** Absent on create. */
  shop?: Shop;
  company?: Partial<Requisites> | null | undefined;
  onClose: () => void;
}

/** Some fields of the shop's form; the whole shop is validated and sent. */
function ShopStep({ step, shop, company, onClose }: ShopStepProps) {
  const { t } = useTranslation(['insights', 'shops']);
  const record = useShopForm(shop, company, {
    onDone: useStepDone(onClose),
    needsRequisites: step === 'requisites',
  });
  const { Fields, fields, section } = parts[step];
  return (
    <ShortFrame
      record={record}
      fields={fields}
      onClose={onClose}
      title={t(`insights:first-steps.vendor.${step}`)}
      text={t(`insights:first-steps.vendor.${step}-text`)}
      longForm={shop ? `/${encodeURIComponent(shop.slug)}/edit#${section}` : '/shops/create'}
      saveLabel={shop ? undefined : t('insights:first-steps.vendor.shop-action')}
      labelOf={(key) => t(`shops:shops.${key}`)}
      textOf={(key, value) => <ConflictText name={key} value={value} />}
    >
      <Fields form={record.form} />
    </ShortFrame>
  );
}

interface FieldsProps {
  form: UseFormReturn<FieldValues>;
}

/** Name, phone and address; the rest of the address comes with a found one. */
function MainFields({ form }: FieldsProps) {
  const { fill } = usePlace(form);
  return (
    <>
      <ShopField form={form} name="name" kind="text" required />
      <PhoneField form={form} />
      <AddressFind onFound={fill} />
      <ShopField form={form} name="address.city" kind="text" />
      <ShopField form={form} name="address.street_address" kind="text" />
    </>
  );
}

/** Uploaded whole: the long form crops the logo, and a click chooses what of the cover stays visible. */
function PictureFields({ form }: FieldsProps) {
  return (
    <>
      <ShopField form={form} name="logo" kind="image" />
      <ShopField form={form} name="cover_image" kind="image" isCropped />
    </>
  );
}

/** Opening hours, handling and the words about delivery. */
function DeliveryFields({ form }: FieldsProps) {
  return (
    <>
      <ScheduleField form={form} />
      <div className="grid items-start gap-4 @md:grid-cols-2">
        <ShopField form={form} name="settings.handling_days" kind="number" />
        <ShopField form={form} name="settings.assembly_hours" kind="number" />
      </div>
      <ShopField form={form} name="settings.delivery_note" kind="textarea" rows={2} />
    </>
  );
}
