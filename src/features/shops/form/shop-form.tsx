import { useTranslation } from 'next-i18next/pages';
import { RequisitesFields } from '@/components/domain/requisites/requisites-fields';
import { requisiteLabel } from '@/components/domain/requisites/values';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { findSection } from '@/components/form/form-errors';
import { FormFrame } from '@/components/form/form-frame';
import { Badge } from '@/components/ui/badge';
import { buttonClass } from '@/components/ui/button-style';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop } from '@/contract/shops/schema';
import { useCan } from '@/lib/api/capabilities';
import { usePermissions } from '@/lib/session/me';
import { AddressCard } from './address-card';
import { ConflictText } from './conflict-text';
import { ContactsCard } from './contacts-card';
import { DeliveryCard } from './delivery-card';
import { MainCard } from './main-card';
import { PictureField } from './picture-field';
import { ScheduleField } from './schedule-field';
import { ShopSections, sectionFields } from './shop-sections';
import { useShopForm } from './use-shop-form';

interface ShopFormProps {
  /** Absent on create. */
  shop?: Shop;
  /** Company data of the owner's settings, to prefill a new shop. */
  company?: Partial<Requisites> | null;
}

const sections = ['main', 'address', 'contacts', 'schedule', 'delivery', 'requisites'] as const;

export function ShopForm({ shop, company }: ShopFormProps) {
  const { t } = useTranslation(['shops', 'common', 'form']);
  const record = useShopForm(shop, company);
  const isAdmin = usePermissions().includes('super_admin');
  const { form } = record;
  const home = shop && `/${encodeURIComponent(shop.slug)}`;
  const list = isAdmin ? '/shops' : '/my-shop';
  const hint = !shop?.requisites && (company ? 'from-company' : 'requisites-later');

  return (
    <FormFrame
      record={record}
      side={<SideColumn form={form} />}
      title={shop ? shop.name : t('shops:shops.new-title')}
      parent={
        shop && home
          ? { href: home, label: t('shops:shops.home.to-shop') }
          : { href: list, label: t('common:families.shops') }
      }
      badge={
        shop && (
          <Badge tone={shop.is_active ? 'good' : 'warn'}>
            {t(`shops:shops.options.is_active.${shop.is_active}`)}
          </Badge>
        )
      }
      top={
        shop ? (
          <SecondPerson family="shops" id={shop.id} />
        ) : (
          <p className="text-small text-ink-second">
            {t(`shops:shops.${isAdmin ? 'approval-note-admin' : 'approval-note'}`)}
          </p>
        )
      }
      cancelHref={home ?? list}
      labelOf={(key) => t(`shops:shops.${key}`)}
      placeOf={(path) => {
        const name = findSection(sectionFields, path);
        const requisite = requisiteLabel(path);
        // The settings as a whole have no name on this screen.
        const label = requisite ? t(requisite) : '';
        return { heading: name && t(`shops:shops.${name}`), ...(name && path.includes('.') && { label }) };
      }}
      textOf={(key, value) => <ConflictText name={key} value={value} />}
    >
      <div {...section('main')}>
        <MainCard form={form} isNew={!shop} />
      </div>
      <div {...section('address')}>
        <AddressCard form={form} />
      </div>
      <div {...section('contacts')}>
        <ContactsCard form={form} />
      </div>
      <div {...section('schedule')}>
        <Card title={t('shops:shops.schedule')}>
          <ScheduleField form={form} />
        </Card>
      </div>
      <div {...section('delivery')}>
        <DeliveryCard form={form} />
      </div>
      <RequisitesSection form={form} hint={hint} />
      {home && <RegisterCard href={`${home}/ledger?view=register`} />}
    </FormFrame>
  );
}

function section(name: (typeof sections)[number]) {
  return { id: name, className: 'grid gap-4' };
}

type Form = ReturnType<typeof useShopForm>['form'];

function SideColumn({ form }: { form: Form }) {
  const { t } = useTranslation('shops');
  return (
    <>
      <div id="pictures">
        <Card title={t('shops:shops.pictures')} isForm>
          <PictureField form={form} name="logo" ratio={1} className="size-28 rounded-full" />
          <PictureField
            form={form}
            name="cover_image"
            ratio={1170 / 435}
            className="aspect-[1170/435] w-full rounded-control"
          />
        </Card>
      </div>
      <ShopSections sections={sections} errors={form.formState.errors} />
    </>
  );
}

/** The own cash register of the shop, which has a page of its own. */
function RegisterCard({ href }: { href: string }) {
  const { t } = useTranslation('shops');
  if (!useCan('receipts')) return null;
  return (
    <Card title={t('shops:shops.register')} text={t('shops:shops.register-text')}>
      <Link href={href} className={buttonClass({})}>
        {t('shops:shops.register-open')}
      </Link>
    </Card>
  );
}

interface RequisitesSectionProps {
  form: Form;
  /** Text key of the hint while the shop has no requisites. */
  hint: 'from-company' | 'requisites-later' | false;
}

function RequisitesSection({ form, hint }: RequisitesSectionProps) {
  const { t } = useTranslation('shops');
  return (
    <section {...section('requisites')} aria-label={t('shops:shops.requisites')}>
      <div className="mt-2 px-1">
        <h2 className="text-card font-semibold">{t('shops:shops.requisites')}</h2>
        <p className="mt-0.5 text-small text-ink-second">
          {[t('shops:shops.requisites-text'), hint && t(`shops:shops.${hint}`)].filter(Boolean).join(' ')}
        </p>
      </div>
      <RequisitesFields form={form} name="requisites" />
    </section>
  );
}
