import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import { attachments, catalogueText, coverPicture, freeText, relatedIds, slug } from '@/contract/core/rules';
import { homeBlocks, layoutTypes, productCards } from './layout';

const title = () => freeText().max(120, 'error-too-long').ensure();

/** Clients of this dialect send an empty list for a block without settings. */
const unlessList = (value: unknown, original: unknown) => (Array.isArray(original) ? {} : value);

const block = () =>
  yup.object({ enable: yup.boolean().default(false), title: title() }).transform(unlessList);

type Block = ReturnType<typeof block>;

const settings = yup
  .object({
    isHome: yup.boolean().default(false),
    layoutType: yup.string().oneOf(layoutTypes, 'error-wrong-value').default('classic'),
    productCard: yup.string().oneOf(productCards, 'error-wrong-value').default('helium'),
    ...(Object.fromEntries(homeBlocks.map((key) => [key, block()])) as Record<
      (typeof homeBlocks)[number],
      Block
    >),
    handpickedProducts: yup
      .object({
        enable: yup.boolean().default(false),
        title: title(),
        enableSlider: yup.boolean().default(false),
        products: relatedIds().max(50, 'error-too-many'),
      })
      .transform(unlessList),
  })
  .transform(unlessList)
  .typeError('error-wrong-value');

/** A group: a type of goods with a storefront layout of its own. */
export const groupSchema = yup.object({
  name: catalogueText().required('error-name-required').max(120, 'error-too-long'),
  slug: slug(),
  icon: yup.string().trim().max(60, 'error-too-long').nullable(),
  promotional_sliders: attachments().max(20, 'error-too-many'),
  settings,
  banners: yup
    .array(
      yup.object({
        id: yup.number().integer().positive().typeError('error-wrong-value'),
        title: freeText().required('error-title-required').max(120, 'error-too-long'),
        description: freeText().max(500, 'error-too-long').nullable(),
        image: coverPicture(),
      }),
    )
    .max(20, 'error-too-many')
    .typeError('error-wrong-value')
    .default([]),
});

export type GroupInput = yup.InferType<typeof groupSchema>;

export interface Group extends BaseRow, Omit<GroupInput, 'slug' | 'settings' | 'promotional_sliders'> {
  slug: string;
  settings: Omit<GroupInput['settings'], 'handpickedProducts'> & {
    handpickedProducts: Omit<GroupInput['settings']['handpickedProducts'], 'products'> & { products: Stub[] };
  };
  promotional_sliders: Attachment[];
  /** From the settings, for the list. */
  is_home: boolean;
  layout_type: string;
}
