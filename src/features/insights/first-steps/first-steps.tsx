import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { FirstStep, KeptStep } from '@/contract/insights/first-steps';
import { findPageRule } from '@/contract/pages';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { Progress } from './progress';
import { PutAway } from './put-away';

const queryKey = ['first-steps'];

/** Each opens the form or the field that it speaks of. */
const places: Record<FirstStep, string> = {
  site: '/settings#field-siteTitle',
  currency: '/settings/payment#field-currency',
  company: '/settings/company-information#field-companyRequisites.inn',
  mail: '/settings/services#service-mail',
  documents: '/terms-and-conditions/create',
  types: '/groups/create',
  shop: '/shops/create',
  delivery: '/shippings/create',
  tax: '/taxes/create',
  receipts: '/settings/payment#field-receiptsFrom',
  product: '/products/create',
  moderation: '/settings/shop#field-isProductReview',
  admin: '/roles',
  approvals: '/approvals?show=rules',
};

/** Where a step is brought to its end: a way of delivery is chosen; what receipts lack is told; a shop is opened. */
const begunPlaces: Partial<Record<FirstStep, string>> = {
  delivery: '/settings/shop#field-shippingClass',
  receipts: '/ledger?view=receipts',
  shop: '/shops',
};

/** Steps whose default may simply be kept. */
const kept: readonly FirstStep[] = ['currency', 'moderation'] satisfies readonly KeptStep[];

const isKept = (step: FirstStep): step is KeptStep => kept.includes(step);

/** Setup guide for an empty installation; hidden when complete or dismissed. */
export function FirstSteps() {
  const { t } = useTranslation('insights');
  const mayWrite = useMay('settings:write');
  const isAdmin = isAllowed(adminOnly, usePermissions()) && mayWrite;
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get('first-steps'),
    enabled: isAdmin,
  });
  if (!isAdmin || !data?.is_shown) return null;

  const steps = data.steps.filter(({ key }) => findPageRule(places[key].split(/[?#]/, 1)[0] ?? ''));
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return null;
  const [next] = steps.filter(({ is_done }) => !is_done);
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 rounded-card border border-line bg-surface p-4 desk:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="first-steps" className="text-card font-semibold">
            {t('insights:first-steps.title')}
          </h2>
          <p className="text-ink-second">{t('insights:first-steps.text')}</p>
        </div>
        <PutAway queryKey={queryKey} />
      </div>
      <Progress
        done={done}
        total={steps.length}
        text={t('insights:first-steps.progress', { done, total: steps.length })}
      />
      <ol className="mt-3 divide-y divide-line-faint">
        {steps.map((step) => (
          <Step
            key={step.key}
            name={step.key}
            isDone={step.is_done}
            isBegun={step.is_begun}
            isNext={step.key === next?.key}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  name: FirstStep;
  isDone: boolean;
  isBegun: boolean | undefined;
  /** Highlights the first open step. */
  isNext: boolean;
}

function Step({ name, isDone, isBegun = false, isNext }: StepProps) {
  const { t } = useTranslation('insights');
  const title = t(`insights:first-steps.steps.${name}`);
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full ${isDone ? 'bg-good-soft text-good' : 'border border-line text-transparent'}`}
      >
        <Check aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className={isDone ? 'text-ink-second' : 'font-medium'}>
          {title}
          {isDone && <span className="sr-only">: {t('insights:first-steps.done')}</span>}
        </p>
        {!isDone && (
          <p className="text-small text-ink-second">
            {t(`insights:first-steps.steps.${name}-${isBegun ? 'begun' : 'text'}`)}
          </p>
        )}
      </div>
      {!isDone && (
        <div className="flex flex-wrap gap-2 phone:ms-9">
          {isKept(name) && <Keep name={name} title={title} />}
          <Open name={name} title={title} isBegun={isBegun} isNext={isNext} />
        </div>
      )}
    </li>
  );
}

function Open({ name, title, isBegun = false, isNext }: Omit<StepProps, 'isDone'> & { title: string }) {
  const { t } = useTranslation('insights');
  const { open } = useModalActions();
  const mayInvite = useMay('team:decide');
  const look = {
    size: 'small' as const,
    ...(isNext && { variant: 'primary' as const }),
    'aria-label': `${t('insights:first-steps.open')}: ${title}`,
  };
  if (name === 'admin' && mayInvite) {
    return (
      <Button {...look} aria-haspopup="dialog" onClick={() => open('INVITE_TO_TEAM', undefined)}>
        {t('insights:first-steps.open')}
      </Button>
    );
  }
  return (
    <LinkButton href={(isBegun && begunPlaces[name]) || places[name]} {...look}>
      {t('insights:first-steps.open')}
    </LinkButton>
  );
}

/** Decides for the value that is there already. */
function Keep({ name, title }: { name: KeptStep; title: string }) {
  const { t } = useTranslation('insights');
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () => api.post('first-steps/keep', { step: name }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const label = t(`insights:first-steps.keep.${name}`);
  return (
    <Button
      size="small"
      isLoading={keep.isPending}
      aria-label={`${label}: ${title}`}
      onClick={() => keep.mutate()}
    >
      {label}
    </Button>
  );
}
