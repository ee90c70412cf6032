-- Whether assistants may use a client over MCP.
ALTER TABLE clients ADD COLUMN mcp {boolean} NOT NULL DEFAULT FALSE;
