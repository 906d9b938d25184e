/** One text of the catalogue: words with `{name}` places, or one text per plural form of `{count}`. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type TextOf<M> = M extends string ? M : M extends { other: string } ? Extract<M[keyof M], string> : never;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type PlaceNames<M> = M extends string ? NamesIn<M> : NamesIn<TextOf<M>> | 'count';

/** The places of one message and what may stand in them. `count` chooses the plural form, so it is a number. */
export type PlacesOf<M, Value> = { readonly [Name in PlaceNames<M>]: Name extends 'count' ? number : Value };

/** The arguments after the key: none where the message has no places. */
export type ArgumentsOf<M, Value> = [PlaceNames<M>] extends [never] ? [] : [places: PlacesOf<M, Value>];
