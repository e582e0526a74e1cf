import type { Capability } from '@/contract/core/capabilities';
import { toSlug } from '@/contract/core/slug';
import type { Box } from '@/contract/settings/boxes/schema';
import type { DeliveryClass } from '@/contract/settings/delivery-classes/schema';
import type { ErrorCodeRow } from '@/contract/settings/error-codes/schema';
import type { Faq } from '@/contract/settings/faqs/schema';
import { defaultSettings, type Settings, type SettingsOptions } from '@/contract/settings/index';
import type { MobileAppVersion } from '@/contract/settings/mobile-app-versions/schema';
import type { Shipping } from '@/contract/settings/shippings/schema';
import type { SocialLink } from '@/contract/settings/social-links/schema';
import type { Tax } from '@/contract/settings/taxes/schema';
import type { Term } from '@/contract/settings/terms-and-conditions/schema';
import appVersionData from '@/server/demo/settings/app-versions.json';
import boxData from '@/server/demo/settings/boxes.json';
import classData from '@/server/demo/settings/delivery-classes.json';
import codeData from '@/server/demo/settings/error-codes.json';
import faqData from '@/server/demo/settings/faqs.json';
import optionData from '@/server/demo/settings/settings.json';
import shippingData from '@/server/demo/settings/shippings.json';
import linkData from '@/server/demo/settings/social-links.json';
import taxData from '@/server/demo/settings/taxes.json';
import termData from '@/server/demo/settings/terms.json';
import { daysFromNow, numbered, typed } from './row';

/** The capabilities of our server that the mock implements. */
const mocked: readonly Capability[] = [
  ...(['analytics-parts', 'counts', 'first-steps', 'history', 'list-filters', 'live'] as const),
  ...(['restore', 'saved-views'] as const),
];

export function makeSettings(): Settings {
  const options = {
    ...defaultSettings,
    ...typed<Partial<SettingsOptions>>(optionData),
    useMustVerifyEmail: false,
  };
  const now = daysFromNow(-1);
  const record = { id: 1, language: 'ru', version: 1, translated_languages: ['ru'] };
  return { ...record, options, capabilities: [...mocked], created_at: now, updated_at: now };
}

export function makeBoxes(): Box[] {
  const data = typed<[string, number, number, number, number, number, number][]>(boxData);
  return numbered(
    data.map(([name, length, width, height, max_weight, weight, price]) => ({
      name,
      length,
      width,
      height,
      max_weight,
      weight,
      price,
      is_active: true,
    })),
  );
}

interface ClassData {
  name: string;
  charge: ['fixed' | 'percentage' | 'free_shipping', number];
  limits: [number, number, number, number];
  boxes: string[];
  isActive?: boolean;
}

export function makeDeliveryClasses(boxes: readonly Box[]): DeliveryClass[] {
  return numbered(
    typed<ClassData[]>(classData).map(({ name, charge: [type, amount], limits, boxes: names, isActive }) => {
      const chosen = boxes.filter((box) => names.includes(box.name)).map(({ id, name }) => ({ id, name }));
      const [max_weight, max_length, max_width, max_height] = limits;
      return {
        name,
        type,
        amount,
        max_weight,
        max_length,
        max_width,
        max_height,
        boxes: chosen,
        box_ids: chosen.map(({ id }) => id),
        is_global: true,
        is_active: isActive ?? true,
      };
    }),
  );
}

export function makeErrorCodes(): ErrorCodeRow[] {
  return numbered(
    codeData.map(({ code, status, title, message, description }) => ({
      code,
      status,
      title,
      message,
      description,
    })),
  );
}

export function makeFaqs(): Faq[] {
  return numbered(
    typed<{ title: string; text: string }[]>(faqData).map(({ title, text }) => ({
      faq_title: title,
      faq_description: text,
      slug: toSlug(title),
      faq_type: 'global' as const,
      issued_by: 'Super Admin',
      shop_id: null,
    })),
  );
}

export function makeAppVersions(): MobileAppVersion[] {
  type Release = ['ios' | 'android', string, number, string | null, number, string];
  return numbered(
    typed<Release[]>(appVersionData).map(([platform, app_version, build, min_version, days, notes]) => ({
      platform,
      app_version,
      build,
      min_version,
      notes,
      is_force_update: min_version !== null,
      url: null,
      released_at: daysFromNow(days),
    })),
  );
}

export function makeShippings(): Shipping[] {
  return numbered(
    typed<[string, Shipping['type'], number, boolean?][]>(shippingData).map(
      ([name, type, amount, is_global = true]) => ({ name, type, amount, is_global }),
    ),
  );
}

export function makeSocialLinks(): SocialLink[] {
  return numbered(
    typed<[SocialLink['icon'], string, string][]>(linkData).map(([icon, name, url], position) => ({
      icon,
      name,
      url,
      position,
      is_active: true,
    })),
  );
}

export function makeTaxes(): Tax[] {
  return numbered(
    typed<[string, number, string | null, Partial<Tax>?][]>(taxData).map(([name, rate, country, more]) => ({
      name,
      rate,
      country,
      state: null,
      city: null,
      zip: null,
      is_global: true,
      on_shipping: true,
      priority: null,
      ...more,
    })),
  );
}

export function makeTerms(): Term[] {
  return numbered(
    typed<{ title: string; text: string }[]>(termData).map(({ title, text }) => ({
      title,
      slug: toSlug(title),
      description: text,
      type: 'global' as const,
      issued_by: 'Super Admin',
      is_approved: true,
      shop: null,
      shop_id: null,
    })),
  );
}
