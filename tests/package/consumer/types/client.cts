import { type Client, createClient } from "pulumi-graphplane/client";

export const client = (): Client => createClient({ baseUrl: "https://service.example", apiKey: "key" });
