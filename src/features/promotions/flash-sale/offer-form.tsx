import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { FormEvent } from 'react';
import { DraftNote } from '@/components/form/draft-note';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { AnyResource, FormField } from '@/contract/core/define';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import type { FlashSale, FlashSaleRequest, SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { FieldInput } from '@/crud/form/field-input';
import type { JsonRecord } from '@/crud/types';
import { api } from '@/lib/api/client';
import { errorText } from '@/lib/api/errors';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { showToast } from '@/lib/toast';
import { FloorInput, TermsTick, type TypedFloor } from './consent-fields';
import { ProductChooser } from './product-chooser';

interface OfferFormProps {
  sale: FlashSale;
  shopId: number;
  onClose: () => void;
}

/** Uses the family's translations. */
const resource: AnyResource = { ...flashSaleRequests, name: 'flash-sale' };
const card = 'promotions:flash-sale.card';

/** A vendor offers own products for an upcoming sale and accepts its terms. */
export function OfferForm({ sale, shopId, onClose }: OfferFormProps) {
  const { t } = useTranslation(['form', 'common', 'promotions']);
  const record = useOffer({ sale, shopId, onClose });
  const { form } = record;
  const textOf = (message: string | undefined) => message && t(`form:${message}`, { defaultValue: message });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    record.submit();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-8">
      <Card title={t(`${card}.offer`)} text={t(`${card}.offer-text`)} isForm>
        <DraftNote draft={record.draft} />
        {record.error && (
          <ErrorBanner
            text={errorText(t, record.error)}
            requestId={record.error.requestId}
            onClose={record.dismissError}
          />
        )}
        {resource.fields.map((field: FormField<JsonRecord>) => (
          <FieldInput key={field.key} resource={resource} form={form} field={field} />
        ))}
        <OfferProducts form={form} sale={sale} shopId={shopId} />
        <TermsTick
          terms={sale.terms ?? ''}
          isAgreed={form.watch('accepted_terms') !== ''}
          error={textOf(form.getFieldState('accepted_terms', form.formState).error?.message)}
          onChange={(isAgreed) => {
            form.clearErrors('accepted_terms');
            form.setValue('accepted_terms', isAgreed ? sale.terms : '', { shouldDirty: true });
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isLoading={record.isSaving}>
            {t(`${card}.offer-send`)}
          </Button>
          <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        </div>
      </Card>
    </form>
  );
}

function useOffer({ sale, shopId, onClose }: OfferFormProps) {
  const { t } = useTranslation(['form', 'promotions']);
  const client = useQueryClient();
  return useRecordForm<FlashSaleRequest>({
    record: undefined,
    valuesOf: () => ({
      title: '',
      note: '',
      flash_sale_id: sale.id,
      shop_id: shopId,
      requested_product_ids: [],
      accepted_terms: '',
      price_floors: [],
      // Display only; part of the form values, so that a draft has names and prices.
      known_products: [],
    }),
    schema: flashSaleRequests.schema,
    save: ({ price_floors, known_products: _shown, ...values }) =>
      api.post(flashSaleRequests.endpoint, {
        ...values,
        // Drops floors of deselected products.
        price_floors: (price_floors as TypedFloor[]).filter(({ product_id }) =>
          (values.requested_product_ids as number[]).includes(product_id),
        ),
      }),
    onSaved: () => {
      showToast('success', t(`${card}.offer-sent`));
      void client.invalidateQueries({ queryKey: [flashSaleRequests.name] });
      onClose();
    },
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey('flash-sale-offer', sale.id, shopId) },
  });
}

interface OfferProductsProps extends Omit<OfferFormProps, 'onClose'> {
  form: ReturnType<typeof useOffer>['form'];
}

function OfferProducts({ form, sale, shopId }: OfferProductsProps) {
  const { t } = useTranslation('promotions');
  const known: readonly SaleProduct[] = form.watch('known_products');
  return (
    <ProductChooser
      form={form}
      path="requested_product_ids"
      chosen={form.watch('requested_product_ids')}
      known={known}
      query={{
        flash_sale_builder: 'true',
        searchedByUser: 'vendor',
        shop_id: shopId,
        free_from: sale.start_date,
        free_to: sale.end_date,
      }}
      terms={sale}
      label={t(`${card}.offer-products`)}
      hint={t(`${card}.free-only`)}
      empty={t(`${card}.offer-nothing`)}
      isRequired
      below={(product) => (
        <FloorInput
          product={product}
          floors={form.watch('price_floors')}
          onChange={(floors) => form.setValue('price_floors', floors, { shouldDirty: true })}
        />
      )}
      onChange={(ids, added) => {
        form.setValue('known_products', [...known, ...added]);
        form.clearErrors('requested_product_ids');
        form.setValue('requested_product_ids', ids, { shouldDirty: true });
      }}
    />
  );
}
