import { isInn } from '@/contract/core/requisites';
import {
  type AddressSuggestion,
  type BankInfo,
  type OrganisationInfo,
  organisationStates,
} from '@/contract/settings/lookups';
import { AppError } from '@/server/core/errors';
import { fetchJson } from '@/server/integrations/outgoing/fetch-json';
import { number, record, text } from '@/server/integrations/values';
import type { Directories } from './directories';

const dadataAddress = 'https://suggestions.dadata.ru/suggestions/api/4_1/rs';

/** The service's two keys: every request needs the token, paid plans the secret too. */
export interface DadataKeys {
  token: string;
  secret?: string | undefined;
}

/** Client of DaData. The keys stay on the server. Every method throws UNAVAILABLE. */
export function dadata(
  { token, secret }: DadataKeys,
  base: string = dadataAddress,
): Omit<Directories, 'sbpMembers'> {
  const ask = async (method: string, body: object) => {
    const answer = await fetchJson(`${base}/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Token ${token}`,
        ...(secret && { 'x-secret': secret }),
        'content-type': 'application/json',
      },
      body,
    });
    const { suggestions } = record(answer);
    if (!Array.isArray(suggestions)) throw new AppError('UNAVAILABLE');
    return suggestions.map(record).map(({ value, data }) => ({ value: text(value), data: record(data) }));
  };
  return {
    addresses: async (query) => (await ask('suggest/address', { query, count: 10 })).flatMap(toAddress),
    organisations: async (inn) =>
      (await ask('findById/party', { query: inn, count: 20 })).flatMap(toOrganisation),
    bank: async (bic) =>
      (await ask('findById/bank', { query: bic })).flatMap(toBank).find((bank) => bank.bic === bic) ?? null,
  };
}

interface Suggestion {
  value: string | null;
  data: Record<string, unknown>;
}

function toAddress({ value, data }: Suggestion): AddressSuggestion[] {
  if (value === null) return [];
  const house = [
    [text(data.house_type), text(data.house)],
    [text(data.block_type), text(data.block)],
    [text(data.flat_type), text(data.flat)],
  ].flatMap(([kind, name]) => (name ? [[kind, name].filter(Boolean).join(' ')] : []));
  const street = [text(data.street_with_type), ...house].filter(Boolean).join(', ');
  return [
    {
      value,
      country: text(data.country),
      state: text(data.region_with_type),
      city: text(data.city) ?? text(data.settlement_with_type),
      zip: text(data.postal_code),
      street_address: street === '' ? null : street,
      lat: number(data.geo_lat),
      lng: number(data.geo_lon),
    },
  ];
}

function toOrganisation({ value, data }: Suggestion): OrganisationInfo[] {
  const [inn, ogrn] = [text(data.inn), text(data.ogrn)];
  const status = organisationStates.find((state) => state === record(data.state).status);
  const name = record(data.name);
  const full = text(name.full_with_opf) ?? value;
  if (!inn || !isInn(inn) || !ogrn || !full || !status) return [];
  const { name: head, post } = record(data.management);
  const headName = text(head);
  return [
    {
      inn,
      kpp: text(data.kpp),
      ogrn,
      name_short: text(name.short_with_opf) ?? value ?? full,
      name_full: full,
      opf: text(record(data.opf).short),
      type: data.type === 'INDIVIDUAL' ? 'INDIVIDUAL' : 'LEGAL',
      address: text(record(data.address).unrestricted_value) ?? text(record(data.address).value) ?? '',
      management: headName ? { name: headName, post: text(post) ?? '' } : null,
      status,
    },
  ];
}

function toBank({ value, data }: Suggestion): BankInfo[] {
  const [bic, account] = [text(data.bic), text(data.correspondent_account)];
  const name = text(record(data.name).payment) ?? value;
  if (!bic || !name) return [];
  return [
    {
      bic,
      name,
      correspondent_account: account ?? '',
      swift: text(data.swift),
      inn: text(data.inn),
      kpp: text(data.kpp),
      address: text(record(data.address).value),
      status: text(record(data.state).status),
    },
  ];
}
