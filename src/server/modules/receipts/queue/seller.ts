import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Requisites } from '@/contract/shops/requisites';
import type { RequestDeps } from '@/server/core/deps';
import { settingsOptions } from '@/server/core/settings';
import type { RegisterOwner } from '@/server/integrations/registers/cash-register';

type SellerDeps = Pick<RequestDeps, 'db' | 'publicUrl'>;

const maxSiteLength = 256;

/** Who issues a receipt, as it is now: the marketplace, or the shop with its own register; or what is missing. */
export const sellerNow = (
  deps: SellerDeps,
  shopId: number | null,
): Promise<RegisterOwner | ReceiptFailure> =>
  shopId === null ? marketplace(deps) : shopSeller(deps, shopId);

/** `npd`: the self-employed issue receipts in the app of the tax service. */
async function marketplace(deps: SellerDeps): Promise<RegisterOwner | ReceiptFailure> {
  const { companyRequisites, siteLink, siteTitle, contactDetails } = await settingsOptions(deps);
  // Stored complete; only presenters mask fields.
  const company = companyRequisites as Requisites | null;
  const email = company?.payment_email ?? contactDetails?.emailAddress;
  if (!company?.inn || !company.tax_system || !email) return 'requisites';
  const { inn, tax_system: taxSystem } = company;
  if (taxSystem === 'npd') return 'tax-system';
  return {
    name: company.legal_name ?? siteTitle,
    inn,
    email,
    taxSystem,
    address: company.legal_address ?? null,
    site: (siteLink || deps.publicUrl).slice(0, maxSiteLength),
    isOnline: true,
  };
}

/** The shop sells itself, and its buyers stand before it (rules/receipts: a shop has a register of its own). */
async function shopSeller({ db }: SellerDeps, shopId: number): Promise<RegisterOwner | ReceiptFailure> {
  const found = await db
    .selectFrom('shop_registers as r')
    .innerJoin('shops as s', 's.id', 'r.shop_id')
    .select(['r.inn', 'r.email', 'r.tax_system', 'r.place', 's.name', 's.requisites'])
    .where('r.shop_id', '=', shopId)
    .executeTakeFirst();
  if (!found) return 'requisites';
  const requisites = found.requisites as Requisites | null;
  return {
    name: requisites?.legal_name ?? found.name,
    inn: found.inn,
    email: found.email,
    // A check constraint limits it.
    taxSystem: found.tax_system as RegisterOwner['taxSystem'],
    address: requisites?.legal_address ?? null,
    site: found.place,
    isOnline: false,
  };
}
