/**
 * Kinds of providers: one that follows OpenID Connect with discovery, and two with a sign-in of their own, whose addresses
 * are known.
 */
export const providerKinds = ['openid', 'vk', 'yandex'] as const;

export type ProviderKind = (typeof providerKinds)[number];

/** What a new provider of a kind begins with. */
export const providerPresets: Record<ProviderKind, { issuer: string; scopes: string }> = {
  openid: { issuer: '', scopes: 'openid email profile' },
  vk: { issuer: 'https://id.vk.com', scopes: 'vkid.personal_info email' },
  yandex: { issuer: 'https://oauth.yandex.ru', scopes: 'login:info login:email' },
};

/** A provider on the sign-in page: part of the public settings. */
export interface PublicProvider {
  id: number;
  name: string;
}

/** A provider for administrators: never with its secret. */
export interface SignInProvider extends PublicProvider {
  kind: ProviderKind;
  issuer: string;
  client_id: string;
  has_secret: boolean;
  scopes: string;
  is_on: boolean;
  links_by_email: boolean;
  /** Accounts that are linked with it. */
  links: number;
  version: number;
}

/** `GET sign-in/providers`. */
export interface SignInProviders {
  providers: SignInProvider[];
  /** What the provider must know as the redirect address. */
  redirect_uri: string;
}

/** A provider in a person's profile; without `since` it is not linked. */
export interface SignInLink extends PublicProvider {
  email: string | null;
  since: string | null;
  used_at: string | null;
  /** Switched off by an administrator: it can only be unlinked. */
  is_on: boolean;
}

/** Where the browser goes to sign in. */
export interface SignInAddress {
  url: string;
}
