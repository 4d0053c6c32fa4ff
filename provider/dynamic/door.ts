import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { Client, ClientSettings } from "../../client";
import { AccountSettings } from "../config";
import { InputError, partialState } from "../errors";
import { equals, omit, type Values } from "../values/json";
import { markKnownSecret } from "../values/secret-marks";
import type { Lifecycle } from "../lifecycle/lifecycle";
import type { Operation } from "../lifecycle/operation";
import { recordFileFrom } from "../lifecycle/record-file";

/** The door of dynamic resources: the only place that knows what their host adds to arguments and state. */

/** The provider's text, by which the host finds it again. */
const providerKey = "__provider";
/** Arguments that the program keeps secret, by name: the host hands a provider plain values only. */
const secretsKey = "__secrets";
/** The resource's URN, which our classes add to the arguments: the host passes none on. A state of an earlier version lacks it. */
const urnKey = "__urn";
const hostKeys = [urnKey, secretsKey, providerKey];

/** The parts of the host's process that its resources use. */
export interface DynamicHost {
  /** Makes or finds the client for the settings; throws a `SettingsError`. */
  readonly connect: (settings: Partial<ClientSettings>) => Client;
  readonly log: (line: string) => void;
}

/** A resource definition's lifecycle as the dynamic host calls it. */
export class DynamicProvider implements dynamic.ResourceProvider {
  private settings: AccountSettings | undefined;
  private client: Client | undefined;

  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly host: DynamicHost,
  ) {}

  /** Keeps the configuration at once: the host may begin an operation before this has returned. */
  configure = async ({ config }: dynamic.ConfigureRequest): Promise<void> => {
    this.settings = new AccountSettings((key) => config.get(key), process.env);
    this.client = undefined;
  };

  check = async (olds: Values, news: Values): Promise<dynamic.CheckResult> => ({
    inputs: this.forHost(news, news),
    failures: await this.lifecycle.check({ ...this.operation(news), formerUrn: urnIn(olds) }, withoutHostKeys(olds), withoutHostKeys(news)),
  });

  diff = async (id: string, olds: Values, news: Values): Promise<dynamic.DiffResult> => {
    const [before, after] = [withoutHostKeys(olds), withoutHostKeys(news)];
    const operation = this.operation(news, olds);
    const { changed, replaces, pending, deletesFirst } = await this.lifecycle.diff(operation, id, before, after);
    if (changed.length === 0) return { changes: pending };
    // The engine ignores nulls: it would not see a change that consists only of nulls.
    if (changed.every((name) => equals(olds[name], news[name]))) return { changes: true };
    const replacement = { replaces: [...replaces], ...(deletesFirst && { deleteBeforeReplace: true }) };
    // Neither true nor false: the engine then compares the inputs itself and shows the user each changed property.
    if (operation.records !== undefined || !this.hidesOnlyHostKeys(changed, olds, news)) return replacement;
    return { ...replacement, changes: true };
  };

  create = async (news: Values): Promise<dynamic.CreateResult> => {
    const { id, state } = await this.addHostKeysToError(news, this.lifecycle.create(this.operation(news), withoutHostKeys(news)));
    return { id, outs: this.forHost(state, news) };
  };

  update = async (id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> => {
    const update = this.lifecycle.update(this.operation(news, olds), id, withoutHostKeys(olds), withoutHostKeys(news));
    return { outs: this.forHost(await this.addHostKeysToError(news, update), news) };
  };

  read = async (id: string, props: Values = {}): Promise<dynamic.ReadResult> => {
    const found = await this.lifecycle.read(this.operation(props), id, withoutHostKeys(props));
    if (found === undefined) return {};
    const [state, inputs] = [found.state, found.inputs].map((properties) => this.forHost(properties, props));
    return { id: found.id, props: state, inputs };
  };

  delete = async (id: string, props: Values): Promise<void> => {
    await this.lifecycle.delete(this.operation(props), id, withoutHostKeys(props));
  };

  /**
   * Returns true if the engine's own comparison would show changed keys of the host, such as the URN of a renamed resource, and the CLI's
   * comparison shows all else. The CLI leaves these keys out, but sees no difference between two secrets.
   */
  private hidesOnlyHostKeys(changed: readonly string[], olds: Values, news: Values): boolean {
    const [wasSecret, isSecret] = [olds, news].map((values) => this.lifecycle.secretTest(secretsIn(values)));
    return (
      hostKeys.some((key) => !equals(olds[key], news[key])) &&
      !changed.some((name) => wasSecret?.(name) === true && isSecret?.(name) === true)
    );
  }

  /** Gives the state of a partial error what the host needs to find the provider again. */
  private async addHostKeysToError<T>(news: Values, operation: Promise<T>): Promise<T> {
    return operation.catch((error: unknown) => {
      throw partialState(error, (state) => this.forHost(state, news));
    });
  }

  /** Values as the host keeps them: with its own keys, as `given`. Always-secret values are marked: a transform may have replaced the class's marks. */
  private forHost(properties: Values, given: Values): Values {
    const keys = hostKeys.filter((key) => Object.hasOwn(given, key));
    const whole = { ...properties, ...Object.fromEntries(keys.map((key) => [key, given[key]])) };
    const secrets = Object.keys(whole).filter(this.lifecycle.secretTest([]));
    return { ...whole, ...Object.fromEntries(secrets.map((name) => [name, markKnownSecret(whole[name])])) };
  }

  private operation(given: Values, state: Values = {}): Operation {
    const settings = this.settings ?? new AccountSettings(() => undefined, process.env);
    return {
      connect: () => {
        if (this.settings === undefined) throw new InputError("the engine gave no configuration");
        return (this.client ??= this.host.connect(settings.values));
      },
      settings,
      storedKeyHint: settings.storedKeyHint,
      log: this.host.log,
      secrets: [given, state].flatMap(secretsIn),
      urn: urnIn(given),
      records: recordFileFrom(process.env),
    };
  }
}

/** Values without the host's own keys, for either door. */
export function withoutHostKeys(properties: Values): Values {
  return omit(properties, hostKeys);
}

const urnIn = ({ [urnKey]: urn }: Values): string | undefined => (typeof urn === "string" ? urn : undefined);

function secretsIn({ [secretsKey]: names }: Values): string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}
