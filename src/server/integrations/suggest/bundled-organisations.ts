import type { OrganisationInfo } from '@/contract/settings/lookups';
import { completeInn, completeOgrn, completeOgrnip } from '@/server/integrations/numbers';

/** A record of the built-in directory: fictional with valid control digits, except for a few public ones. */
interface OrganisationSeed {
  name: string;
  full?: string;
  /** First nine or ten digits; the control digits are computed. */
  inn: string;
  ogrn: string;
  kpp?: string;
  address: string;
  head?: string;
  status?: OrganisationInfo['status'];
}

const organisation = ({ inn, ogrn, ...given }: OrganisationSeed): OrganisationInfo => ({
  inn: completeInn(inn),
  kpp: given.kpp ?? `${inn.slice(0, 4)}01001`,
  ogrn: completeOgrn(ogrn),
  name_short: `ООО «${given.name}»`,
  name_full: given.full ?? `Общество с ограниченной ответственностью «${given.name}»`,
  opf: 'ООО',
  type: 'LEGAL',
  address: given.address,
  management: given.head ? { name: given.head, post: 'Генеральный директор' } : null,
  status: given.status ?? 'ACTIVE',
});

const entrepreneur = ({ name, inn, ogrn, address, status }: OrganisationSeed): OrganisationInfo => ({
  inn: completeInn(inn),
  kpp: null,
  ogrn: completeOgrnip(ogrn),
  name_short: `ИП ${name}`,
  name_full: `Индивидуальный предприниматель ${name}`,
  opf: 'ИП',
  type: 'INDIVIDUAL',
  address,
  management: null,
  status: status ?? 'ACTIVE',
});

/** Vendors of the demo by shop key. */
export const demoOrganisations = {
  tea: organisation({
    name: 'Чайная лавка Соколова',
    inn: '770412345',
    ogrn: '119774600123',
    address: '119019, г Москва, ул Арбат, д 24',
    head: 'Соколов Дмитрий Андреевич',
  }),
  honey: organisation({
    name: 'Варенье и мёд',
    inn: '222512340',
    ogrn: '120222500078',
    address: '656049, Алтайский край, г Барнаул, пр-кт Ленина, д 61',
    head: 'Соколов Дмитрий Андреевич',
  }),
  linen: organisation({
    name: 'Льняной дом',
    inn: '352512378',
    ogrn: '118352500456',
    address: '160000, Вологодская обл, г Вологда, ул Благовещенская, д 12',
    head: 'Морозова Елена Викторовна',
  }),
  dymka: entrepreneur({
    name: 'Вятская Ольга Петровна',
    inn: '4345123456',
    ogrn: '31743500001234',
    address: '610000, Кировская обл, г Киров, ул Спасская, д 18',
  }),
  books: organisation({
    name: 'Книжный шкаф',
    inn: '784012349',
    ogrn: '117784700345',
    address: '191025, г Санкт-Петербург, Литейный пр-кт, д 57',
    head: 'Лебедев Павел Ильич',
  }),
  gems: organisation({
    name: 'Уральские самоцветы',
    inn: '667112342',
    ogrn: '116667100567',
    address: '620014, Свердловская обл, г Екатеринбург, ул Вайнера, д 9',
    head: 'Бажов Игорь Степанович',
  }),
  yolka: organisation({
    name: 'Ёлка и Ко',
    inn: '502012344',
    ogrn: '121502000234',
    address: '141600, Московская обл, г Клин, ул Гагарина, д 35',
    head: 'Ёлкина Марина Юрьевна',
  }),
  gorn: entrepreneur({
    name: 'Гончаров Василий Ильич',
    inn: '6915123456',
    ogrn: '32369150000217',
    address: '172002, Тверская обл, г Торжок, ул Дзержинского, д 48',
  }),
  north: entrepreneur({
    name: 'Поморцев Артём Николаевич',
    inn: '2901123456',
    ogrn: '32029000000432',
    address: '163000, Архангельская обл, г Архангельск, пр-кт Чумбарова-Лучинского, д 22',
  }),
} as const;

/** Operator of the demo marketplace. */
export const demoOperator = organisation({
  name: 'Гостиный двор',
  inn: '771012346',
  ogrn: '119774600321',
  address: '109012, г Москва, ул Ильинка, д 4',
  head: 'Гостинцева Анна Сергеевна',
});

/** A well-known bank with two branches, under its public numbers. */
const sberbank: OrganisationInfo = {
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  name_short: 'ПАО Сбербанк',
  name_full: 'Публичное акционерное общество «Сбербанк России»',
  opf: 'ПАО',
  type: 'LEGAL',
  address: '117312, г Москва, ул Вавилова, д 19',
  management: null,
  status: 'ACTIVE',
};

const trades: readonly (readonly [
  name: string,
  code: string,
  region: string,
  status?: OrganisationInfo['status'],
])[] = [
  ['Демо-Ромашка', '7701', '101000, г Москва, ул Маросейка, д 7'],
  ['Демо-Гончар', '7802', '194044, г Санкт-Петербург, ул Садовая, д 32'],
  ['Демо-Самовар', '7107', '300041, Тульская обл, г Тула, пр-кт Ленина, д 44'],
  ['Демо-Жостово', '5029', '141031, Московская обл, г Мытищи, ул Мира, д 3'],
  ['Демо-Кружево', '3525', '160000, Вологодская обл, г Вологда, ул Мира, д 17'],
  ['Демо-Хохлома', '5257', '603000, Нижегородская обл, г Нижний Новгород, ул Рождественская, д 25'],
  ['Демо-Гжель', '5040', '140165, Московская обл, г Раменское, ул Советская, д 2'],
  ['Демо-Валенок', '1655', '420000, Респ Татарстан, г Казань, ул Баумана, д 51'],
  ['Демо-Кедр', '5406', '630000, Новосибирская обл, г Новосибирск, Красный пр-кт, д 29'],
  ['Демо-Пряник', '7106', '300000, Тульская обл, г Тула, ул Советская, д 68'],
  ['Демо-Платок', '5035', '142500, Московская обл, г Павловский Посад, ул Герцена, д 6'],
  ['Демо-Янтарь', '3906', '236000, Калининградская обл, г Калининград, Ленинский пр-кт, д 30'],
  ['Демо-Финифть', '7609', '152151, Ярославская обл, г Ростов, ул Ленинская, д 40'],
  ['Демо-Береста', '5321', '173000, Новгородская обл, г Великий Новгород, ул Ильина, д 26'],
  ['Демо-Пасека', '0275', '450000, Респ Башкортостан, г Уфа, пр-кт Октября, д 12'],
  ['Демо-Причал', '2540', '690000, Приморский край, г Владивосток, ул Светланская, д 33'],
  ['Демо-Мельница', '6164', '344000, Ростовская обл, г Ростов-на-Дону, ул Пушкинская, д 70', 'LIQUIDATING'],
  ['Демо-Сундук', '5902', '614000, Пермский край, г Пермь, ул Сибирская, д 15', 'LIQUIDATED'],
  ['Демо-Телега', '3664', '394000, Воронежская обл, г Воронеж, пр-кт Революции, д 38', 'BANKRUPT'],
  ['Демо-Сбитень', '6315', '443000, Самарская обл, г Самара, ул Куйбышева, д 90', 'REORGANIZING'],
];

export const organisations: readonly OrganisationInfo[] = [
  ...Object.values(demoOrganisations),
  demoOperator,
  sberbank,
  {
    ...sberbank,
    kpp: '667143001',
    name_short: 'Уральский банк ПАО Сбербанк',
    address: '620026, Свердловская обл, г Екатеринбург, ул Куйбышева, д 67',
  },
  ...trades.map(([name, code, address, status], index) =>
    organisation({
      name,
      inn: `${code}${String(12_345 + index)}`,
      ogrn: `120${code.slice(0, 2)}000${String(1000 + index)}`,
      address,
      ...(status && { status }),
    }),
  ),
];
