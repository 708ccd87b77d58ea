"""A knowledge base → an MCP server: tools, resources and prompts for models, over stdio and over HTTP. Nothing in it writes.

Its client is a language model. So it tells each time that notes are data, and hands out no text of a note that says `llm: false`.
"""
