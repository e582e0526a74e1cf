import { fill, isJson, type Json, numberOrZero, rowsIn } from './values';

const blankProfile = {
  avatar: null,
  bio: null,
  contact: null,
  contact_verified: true,
  socials: [],
  notifications: {},
};

/** A person may have no profile. */
export function user(row: Json): Json {
  const profile = fill(isJson(row.profile) ? row.profile : {}, blankProfile);
  const permissions = [row.permissions ?? []].flat().map(permission);
  return fill(
    { ...row, profile, permissions },
    { is_active: true, email_verified: true, ban_reason: null, wallet: null, shop_id: null },
  );
}

/** Permissions are rows with a name, or names. */
const permission = (one: unknown, index: number) =>
  isJson(one) ? one : { id: index + 1, name: one, guard_name: 'api' };

export function me(row: Json): Json {
  const managed = isJson(row.managed_shop) ? row.managed_shop : null;
  return { ...fill(user(row), { two_factor: false, shops: [] }), managed_shop: managed };
}

/** A member of staff: the dialect has no permissions per member, so they get all of their role. */
export function staff(row: Json): Json {
  return fill(user(row), { shop: null, scopes: [], is_invited: false });
}

const blankSettings = {
  contact: '',
  website: null,
  location: null,
  socials: [],
  notifications: {},
  schedule: [],
};

export function shop(row: Json): Json {
  const settings = fill(isJson(row.settings) ? row.settings : {}, blankSettings);
  const owner = isJson(row.owner) ? user(row.owner) : undefined;
  const address = isJson(row.address) ? row.address : {};
  const balance = isJson(row.balance)
    ? fill(row.balance, {
        admin_commission_rate: null,
        is_custom_commission: false,
        on_hold_amount: 0,
        payment_info: null,
      })
    : undefined;
  return fill(
    { ...row, settings, address, ...(owner && { owner }), ...(balance && { balance }) },
    { categories: [], orders_count: 0, products_count: 0, approved_at: null },
  );
}

/** Name of a conversation's customer: its messages contain only their author. */
const customers = new Map<unknown, unknown>();

/** A conversation of the dialect is always between a customer and a shop. */
export function conversation(row: Json): Json {
  const customer = isJson(row.user) ? user(row.user) : null;
  customers.set(row.id, row.user_id);
  return fill(
    {
      ...row,
      user: customer,
      unseen: numberOrZero(row.unseen),
      latest_message: isJson(row.latest_message) ? message(row.latest_message) : null,
    },
    {
      shop: { id: row.shop_id, name: '', slug: '', logo: null, is_active: true },
      kind: 'customer',
      side: 'shop',
      seen_id: 0,
      other_seen_id: 0,
      is_closed: false,
    },
  );
}

/** A message may lack its author, and never contains the author's side. */
export function message(row: Json): Json {
  const customer = isJson(row.conversation) ? row.conversation.user_id : customers.get(row.conversation_id);
  const author = isJson(row.user) ? user(row.user) : { id: row.user_id, name: '', profile: blankProfile };
  return fill(
    { ...row, user: author },
    {
      number: row.id,
      side: customer === row.user_id ? 'user' : 'shop',
      attachments: [],
      key: null,
      body: '',
    },
  );
}

export function notice(row: Json): Json {
  return fill(row, {
    description: '',
    users: [],
    shops: [],
    read_status: [],
    is_read: false,
    creator_role: '',
    creator: { id: row.created_by, name: '', email: '' },
  });
}

/** Reviews and questions carry a person and a product; either may be gone. */
export function feedback(row: Json): Json {
  const counts = {
    positive_feedbacks_count: 0,
    negative_feedbacks_count: 0,
    abusive_reports_count: 0,
    my_feedback: null,
  };
  const person = isJson(row.user) ? user(row.user) : null;
  const avatar = isJson(person?.profile) ? person.profile.avatar : null;
  const reports = rowsIn(row.abusive_reports).map((report) =>
    fill(report, { status: 'open', message: '', decision_note: null, decided_at: null, decider: null }),
  );
  return fill(
    { ...row, user: person && { ...person, avatar }, abusive_reports: reports },
    { ...counts, rating: null, photos: [], product: null, shop: null, answer: null },
  );
}
